"""The faults that `mutations` plants: such as a careless developer makes, most of them hard to see in a run."""

from typing import NamedTuple

__all__ = ["FAULTS", "Fault"]


class Fault(NamedTuple):
    """In ``file`` the text ``old``, which is there once, becomes ``new``; ``tests`` should find it, the first first."""

    meaning: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]


def _faults(*faults: tuple[str, str, str, str, tuple[str, ...]]) -> tuple[Fault, ...]:
    """Faults with their tests named without the folder of all tests."""
    return tuple(
        Fault(meaning, file, old, new, tuple(f"tests/{test}" for test in tests))
        for meaning, file, old, new, tests in faults
    )


MODEL = _faults(
    (
        "moments of inertia: the parallel axes' term is added instead of taken away",
        "model/polyhedron.py",
        "second / 120 - volume * np.outer(centroid, centroid)",
        "second / 120 + volume * np.outer(centroid, centroid)",
        ("model/test_block.py",),
    ),
    (
        "the inertia of a union leaves out the distance of its pieces",
        "model/block.py",
        "second += piece.second_moment + piece.volume * np.outer(arm, arm)",
        "second += piece.second_moment",
        ("model/test_block.py",),
    ),
    (
        "the arm of a point force does not turn with its block",
        "model/loads.py",
        "np.cross(state.rotation[i] @ (self.point - assembly.centroid[i]), force)",
        "np.cross(self.point - assembly.centroid[i], force)",
        ("model/test_loads.py",),
    ),
    (
        "the ground's displacement leaves out the velocity at the start of a segment",
        "model/motion.py",
        "moved = moved + velocity[:-1] * step[:, None]",
        "moved = moved + velocity[1:] * step[:, None]",
        ("model/test_motion.py",),
    ),
    (
        "rotations of two settlements of a block follow each other in the wrong order",
        "model/settlement.py",
        "exponential(fraction * np.asarray(settlement.rotation)[None])[0] @ rotation[chosen]",
        "rotation[chosen] @ exponential(fraction * np.asarray(settlement.rotation)[None])[0]",
        ("integrators/test_settlement.py",),
    ),
    (
        'of two "*" joints of a pair the last given holds, not the first',
        "model/joints.py",
        "law = np.minimum(self.every[blocks[:, 0]], self.every[blocks[:, 1]])\n"
        "        law = np.where(law < len(self.laws), law, 0)",
        "law = np.where(self.every[blocks] < len(self.laws), self.every[blocks], 0).max(axis=1)",
        ("joints/test_joints.py::test_exact_pairs_win_over_star_and_default", "files/test_scene_joints.py"),
    ),
    (
        'of two "*" frictions of a pair the larger holds, not the smaller',
        "model/friction.py",
        "np.fmin(self.every[blocks[:, 0]], self.every[blocks[:, 1]])",
        "np.fmax(self.every[blocks[:, 0]], self.every[blocks[:, 1]])",
        ("model/test_assembly.py",),
    ),
    (
        "the tangent of the exponential map with the sign of its inverse",
        "numerics/rotations.py",
        "return np.eye(3) + cosine[:, None, None] * spin + cubic[:, None, None] * (spin @ spin)",
        "return np.eye(3) - cosine[:, None, None] * spin + cubic[:, None, None] * (spin @ spin)",
        ("numerics/test_rotation.py",),
    ),
)

COLLISION = _faults(
    (
        "friction is that of the pairs in reverse order",
        "collision/detect.py",
        "friction=assembly.pair_friction(blocks),",
        "friction=assembly.pair_friction(blocks[::-1]),",
        ("collision/test_contacts.py", "model/test_assembly.py", "integrators/test_simulate.py"),
    ),
    (
        "the height of an inclined face falls where it should rise along the second tangent",
        "collision/clipping.py",
        "planes[side, slot, 6] * offset_u + planes[side, slot, 7] * offset_v",
        "planes[side, slot, 6] * offset_u - planes[side, slot, 7] * offset_v",
        ("collision/test_faces.py", "collision/test_ambiguous.py", "collision/test_random.py"),
    ),
    (
        "where two edges cross the height on the second is taken at the wrong end",
        "collision/clipping.py",
        "outlines[1, r, 2] + along_b * (outlines[1, s, 2] - outlines[1, r, 2]),",
        "outlines[1, s, 2] + along_b * (outlines[1, r, 2] - outlines[1, s, 2]),",
        ("collision/test_faces.py", "collision/test_random.py"),
    ),
    (
        "points that touch the outline within rounding are left out",
        "collision/clipping.py",
        "inside = inside and distance[side, i, k] >= -tolerance",
        "inside = inside and distance[side, i, k] >= tolerance",
        ("collision/test_faces.py",),
    ),
    (
        "the gap of a contact has the wrong sign",
        "collision/narrow.py",
        "found.gap[k] = work.points[i, 3] - work.points[i, 2]",
        "found.gap[k] = work.points[i, 2] - work.points[i, 3]",
        ("collision/test_contacts.py",),
    ),
    (
        "rounded blocks: the gap leaves out the radius of the second",
        "collision/sphere_swept.py",
        "gap = distance - radius_a - radius_b",
        "gap = distance - radius_a - radius_a",
        ("collision/test_swept.py",),
    ),
    (
        "impulses are carried to the next step with the contact's frame transposed",
        "collision/contacts.py",
        "answer[c, i] += frame[c, i, j] * along",
        "answer[c, i] += frame[c, j, i] * along",
        ("solvers/test_step_kernels.py::test_carried_impulses_keep_their_vector_in_space",),
    ),
    (
        "impulses are carried to another contact of the same pair",
        "collision/contacts.py",
        "if previous[k, 0] == pair and previous[k, 1] == code:",
        "if previous[k, 0] == pair:",
        ("collision/test_contacts.py",),
    ),
    (
        "only the first block of a pair looks farther when the second approaches",
        "collision/broad.py",
        "fastest[b] = max(fastest[b], speed)",
        "fastest[a] = max(fastest[a], speed)",
        ("collision/test_broad.py",),
    ),
    (
        "the spin of the second block of a pair does not count as approach",
        "collision/broad.py",
        "speed += math.sqrt(spin_a) * radius[pairs[k, 0]] + math.sqrt(spin_b) * radius[pairs[k, 1]]",
        "speed += math.sqrt(spin_a) * radius[pairs[k, 0]]",
        ("collision/test_broad.py",),
    ),
    (
        "a pair reaches as far as its slower block needs",
        "collision/broad.py",
        "reach = margin + horizon * np.maximum(fastest[owner[pairs[:, 0]]], fastest[owner[pairs[:, 1]]])",
        "reach = margin + horizon * np.minimum(fastest[owner[pairs[:, 0]]], fastest[owner[pairs[:, 1]]])",
        ("collision/test_broad.py",),
    ),
    (
        "an axis that a face of the second block gives points from it to the first",
        "collision/separation.py",
        "    if kind == FACE_OF_B:\n        normal = subtract(NO_VECTOR, normal)\n",
        "",
        ("collision/test_random.py", "collision/test_ambiguous.py"),
    ),
    (
        "edges whose arcs do not cross give axes too",
        "collision/separation.py",
        "return c_side * dot(d, axis_a) < 0.0 and dot(a, axis_b) * b_side < 0.0 and c_side * b_side > 0.0",
        "return c_side * dot(d, axis_a) < 0.0 and dot(a, axis_b) * b_side < 0.0",
        ("collision/test_random.py", "collision/test_ambiguous.py"),
    ),
    (
        "the distance of two blocks is good to five digits only",
        "collision/gjk.py",
        "CONVERGED = 1e-15",
        "CONVERGED = 1e-5",
        ("collision/test_gjk.py",),
    ),
    (
        "weights in a tetrahedron mix up two products of its edges",
        "collision/gjk.py",
        "return x - uv * y - uw * z, y, z",
        "return x - uw * y - uv * z, y, z",
        ("collision/test_gjk.py",),
    ),
    (
        "points count as implied where the gap bends along the second direction",
        "collision/reduction.py",
        "value -= part_aside * (points[aside, 3] - points[aside, 2] - gap)",
        "value *= 0.0",
        ("collision/test_reduction.py", "collision/test_ambiguous.py"),
    ),
    (
        "the contact frame is left-handed",
        "numerics/vectors.py",
        "return n, (1.0 + sign * n[0] * n[0] * a, sign * b, -sign * n[0]), (b, sign + n[1] * n[1] * a, -n[1])",
        "return n, (b, sign + n[1] * n[1] * a, -n[1]), (1.0 + sign * n[0] * n[0] * a, sign * b, -sign * n[0])",
        ("collision/test_contacts.py::test_frames_are_right_handed",),
    ),
)

FORMULATIONS = _faults(
    (
        "the rotation of supports moves no contact",
        "formulations/base.py",
        "moving = combined(row(velocity, block), turning, 1.0)",
        "moving = row(velocity, block)",
        ("solvers/test_step_kernels.py::test_contact_operator", "integrators/test_settlement.py"),
    ),
    (
        "tangential springs load where they should unload (sign of the memory)",
        "formulations/base.py",
        "memory[:, 1:] = -E[:, 1:] * carried[:, 1:]",
        "memory[:, 1:] = E[:, 1:] * carried[:, 1:]",
        ("integrators/test_incline.py",),
    ),
    (
        "at rest a compliant contact is expected to be open by what it is pressed",
        "formulations/base.py",
        "-dt * E * carried[:, 0]",
        "dt * E * carried[:, 0]",
        ("integrators/test_rest.py",),
    ),
    (
        "gaps of rigid contacts below a hundred-thousandth of the coordinates count as closed",
        "formulations/base.py",
        "ROUNDING, ELASTIC_ROUNDING = 1e-13, 1e-14",
        "ROUNDING, ELASTIC_ROUNDING = 1e-5, 1e-14",
        ("integrators/test_conservation.py", "integrators/test_quasi_static.py", "integrators/test_simulate.py"),
    ),
    (
        "the moment of the loads acts twice",
        "formulations/base.py",
        "k[:, 3:] += rotation.k",
        "k[:, 3:] += rotation.k + surroundings.force[movable, 3:] * dt",
        ("integrators/test_simulate.py", "integrators/test_conservation.py", "statics/test_statics.py"),
    ),
    (
        "the motion of the supports is dropped from the step",
        "formulations/problem.py",
        "offset = self.prescribed + self.memory\n",
        "offset = self.memory.copy()\n",
        ("integrators/test_simulate.py::test_blocks_ride_the_moving_ground", "integrators/test_settlement.py"),
    ),
    (
        "restitution lowers the speed that it should raise",
        "formulations/problem.py",
        "offset[:, 0] += self.phi / self.dt - self.rebound",
        "offset[:, 0] += self.phi / self.dt + self.rebound",
        ("joints/test_joints.py",),
    ),
    (
        "a bond's shift stretches the compliance the wrong way",
        "formulations/problem.py",
        "prescribed[:, 0] -= self.E[:, 0] * self.bond",
        "prescribed[:, 0] += self.E[:, 0] * self.bond",
        ("joints/test_joints.py",),
    ),
    (
        "the energy of the compliance without its half",
        "formulations/problem.py",
        "elastic = 0.5 * float(np.sum(self.E * impulse**2))",
        "elastic = float(np.sum(self.E * impulse**2))",
        ("formulations/test_forms.py",),
    ),
    (
        "what springs remember is not scaled with the energy",
        "formulations/scaling.py",
        '"memory": problem.memory * speed[:, None],',
        '"memory": problem.memory * self.contact[:, None],',
        ("solvers/test_step_kernels.py::test_the_scaled_step_has_the_law_of_the_step",),
    ),
    (
        "compliance is scaled with the root of what it should be",
        "formulations/scaling.py",
        '"E": problem.E * self.contact[:, None] ** 2,',
        '"E": problem.E * self.contact[:, None],',
        ("solvers/test_step_kernels.py::test_the_scaled_step_has_the_law_of_the_step",),
    ),
    (
        "the kinematic cone with mu squared",
        "formulations/forms.py",
        "return np.stack([np.ones_like(mu), mu, mu], axis=1).ravel()",
        "return np.stack([np.ones_like(mu), mu * mu, mu * mu], axis=1).ravel()",
        ("formulations/test_forms.py",),
    ),
    (
        "impulses are the multipliers over their weight instead of times it",
        "formulations/forms.py",
        "return rows.scatter(friction_weight(problem.mu)[rows.select] * solution.z, problem.count)",
        "return rows.scatter(solution.z / friction_weight(problem.mu)[rows.select], problem.count)",
        ("formulations/test_forms.py",),
    ),
    (
        "the program in impulses has the root of the compliance",
        "formulations/forms.py",
        "compliance = sp.diags_array(np.sqrt(problem.E.ravel()[rows.select]))",
        "compliance = sp.diags_array(np.sqrt(np.sqrt(problem.E.ravel()[rows.select])))",
        ("formulations/test_forms.py",),
    ),
    (
        "the Jacobian of the angular momentum without dt, as eq A.2 has it",
        "formulations/nodargi_bisegna.py",
        "jacobian[b, i, j] = J[b, i, j] + dt * x[j]",
        "jacobian[b, i, j] = J[b, i, j] + x[j]",
        ("formulations/test_inertia.py",),
    ),
    (
        "the unbalanced momentum of the quasi-Newton step has the wrong sign",
        "formulations/nodargi_bisegna.py",
        'np.einsum("bij,bj->bi", H - end, iterate)',
        'np.einsum("bij,bj->bi", end - H, iterate)',
        ("formulations/test_inertia.py",),
    ),
    (
        "contact is enforced on the surface of the first block, not midway",
        "formulations/nodargi_bisegna.py",
        "        return middle, middle\n",
        "        return contacts.point_a, contacts.point_a\n",
        ("formulations/test_inertia.py", "integrators/test_conservation.py", "joints/test_joints.py"),
    ),
    (
        "the gyroscopic moment has the wrong sign",
        "formulations/anitescu_tasora.py",
        "momentum - turning.dt * np.cross(turning.spin, momentum)",
        "momentum + turning.dt * np.cross(turning.spin, momentum)",
        ("formulations/test_inertia.py",),
    ),
    (
        "the compliance with dt instead of its square",
        "formulations/compliant.py",
        "row = 1.0 / (dt * dt * np.array([normal, tangential, tangential]))",
        "row = 1.0 / (dt * np.array([normal, tangential, tangential]))",
        ("integrators/test_rest.py", "integrators/test_incline.py", "integrators/test_conservation.py"),
    ),
    (
        "the second tangent has the normal stiffness",
        "formulations/compliant.py",
        "np.array([normal, tangential, tangential])",
        "np.array([normal, tangential, normal])",
        ("solvers/test_step_kernels.py::test_compliance_of_both_tangents_is_that_of_the_tangential_stiffness",),
    ),
    (
        "spatial inertia with the rotation transposed",
        "formulations/base.py",
        "return rotation @ J @ np.swapaxes(rotation, 1, 2)",
        "return np.swapaxes(rotation, 1, 2) @ J @ rotation",
        ("formulations/test_inertia.py",),
    ),
    (
        "Coulomb's correction sees sliding along the first tangent only",
        "formulations/coulomb.py",
        "    contact = problem.contact_velocity(answer.velocity, answer.impulse)\n"
        "    return np.asarray(problem.mu * np.hypot(contact[:, 1], contact[:, 2]))",
        "    contact = problem.contact_velocity(answer.velocity, answer.impulse)\n"
        "    return np.asarray(problem.mu * np.abs(contact[:, 1]))",
        ("formulations/test_coulomb.py",),
    ),
    (
        "Coulomb's sequence ends at a hundred times its tolerance",
        "formulations/coulomb.py",
        '        return float(self.settings["friction_tolerance"])',
        '        return 100.0 * float(self.settings["friction_tolerance"])',
        ("formulations/test_coulomb.py",),
    ),
    (
        "a contact rebounds with e u instead of (1 + e) u of what it approached with",
        "formulations/joint_rows.py",
        "speed = free - (1.0 + self.restitution) * before",
        "speed = free - self.restitution * before",
        ("joints/test_joints.py",),
    ),
    (
        "the yield of a joint with dt instead of its square",
        "formulations/joint_rows.py",
        "self.flexibility / (dt * dt)",
        "self.flexibility / dt",
        ("joints/test_joints.py",),
    ),
    (
        "a bond bears its force, not its force times dt",
        "formulations/joint_rows.py",
        "bond=self.tension * problem.dt",
        "bond=self.tension",
        ("joints/test_joints.py",),
    ),
    (
        "a local problem leaves out the compliance of its step",
        "formulations/local.py",
        "W = sp.diags_array(step.E.ravel())",
        "W = sp.diags_array(0.0 * step.E.ravel())",
        ("files/test_fclib.py",),
    ),
)

SOLVERS = _faults(
    (
        "the certificate does not look at the balance of momentum",
        "solvers/certificate.py",
        "dual=max(_largest(momentum / size), dual),",
        "dual=dual,",
        ("solvers/test_step_kernels.py::test_certificate", "solvers/test_registry.py"),
    ),
    (
        "the certificate ignores complementarity",
        "solvers/certificate.py",
        "return max(entries) if all(",
        "return max(self.primal, self.dual, self.gap) if all(",
        ("solvers/test_step_kernels.py", "solvers/test_certification.py"),
    ),
    (
        "the certificate ignores the duality gap",
        "solvers/certificate.py",
        "return max(entries) if all(",
        "return max(self.primal, self.dual, self.complementarity) if all(",
        ("solvers/test_step_kernels.py", "solvers/test_certification.py"),
    ),
    (
        "the distance from the cone is taken along an axis, not along its normal",
        "numerics/friction_cone.py",
        "return max(b * tangent - a * normal, 0.0) / math.sqrt(a * a + b * b)",
        "return max(b * tangent - a * normal, 0.0)",
        ("solvers/test_step_kernels.py::test_certificate",),
    ),
    (
        "answers count as solved at a hundred times the certificate",
        "solvers/configured.py",
        "    accuracy: float = 1e-8\n",
        "    accuracy: float = 1e-6\n",
        ("solvers/test_registry.py", "solvers/test_structured.py::test_steps_of_real_runs"),
    ),
    (
        "auto keeps the worst of the answers that failed",
        "solvers/auto.py",
        "if best is None or solution.certificate.worst < best.certificate.worst:",
        "if best is None or solution.certificate.worst > best.certificate.worst:",
        ("solvers/test_registry.py",),
    ),
    (
        "Newton's matrix couples the two tangents with the wrong sign",
        "solvers/newton/proximal.py",
        "(scale * m * m - bend) * d * e * r1 * r2",
        "(scale * m * m + bend) * d * e * r1 * r2",
        ("solvers/test_structured.py::test_stiffness_is_the_derivative_of_the_impulses",),
    ),
    (
        "Newton's cone is scaled with the wrong ratio of normal and tangential compliance",
        "solvers/newton/proximal.py",
        "step.mu * root[:, 1] / root[:, 0], tuning)",
        "step.mu * root[:, 0] / root[:, 1], tuning)",
        ("solvers/test_structured.py::test_contacts_stiff_in_one_way_and_soft_in_the_other",),
    ),
    (
        "an interior point's scaling forgets the sign of the tangential parts",
        "solvers/interior_point/nesterov_todd.py",
        "size * (s[c, 1] - e * x[c, 1]),",
        "size * (s[c, 1] + e * x[c, 1]),",
        ("solvers/test_structured.py::test_scaling_point_takes_one_variable_to_the_other",),
    ),
    (
        "what rests is taken for the answer without a look at the other contacts",
        "solvers/interior_point/solver.py",
        "end = End.CONVERGED if self.exact(step, target).met(answer.worst, answer.natural) else End.NOT_AT_REST",
        "end = End.CONVERGED",
        ("solvers/test_guess.py", "solvers/test_structured.py::test_steps_of_real_runs"),
    ),
    (
        "compliance of frictional rows is not taken into the variables of the cones",
        "solvers/interior_point/predictor_corrector.py",
        "step.E * factor**2",
        "step.E * factor",
        ("solvers/test_structured.py", "formulations/test_forms.py"),
    ),
    (
        "the local problem of Gauss-Seidel in its polar cone mixes up its two ratios",
        "solvers/first_order/gauss_seidel.py",
        "z1, z2 = p1 * tau / (tau + r1), p2 * tau / (tau + r2)",
        "z1, z2 = p1 * tau / (tau + r2), p2 * tau / (tau + r1)",
        ("solvers/test_first_order.py",),
    ),
    (
        "first-order methods forget the tangential compliance",
        "solvers/first_order/base.py",
        "E[c, 0] * x[c, 0], E[c, 1] * x[c, 1], E[c, 2] * x[c, 2]",
        "E[c, 0] * x[c, 0], 0.0, 0.0",
        ("solvers/test_first_order.py",),
    ),
    (
        "the matrix of a step couples two blocks by the wrong half",
        "numerics/cholesky/assembly.py",
        "if slot[c] >= 0 and body < blocks[c, 1 - side]:",
        "if slot[c] >= 0 and body > blocks[c, 1 - side]:",
        ("numerics/test_cholesky.py::test_assembly_is_the_dense_product",),
    ),
    (
        "a warm start in physical units is taken as if it were scaled",
        "solvers/structured/base.py",
        "velocity, impulse = restore.forward(warm_start.velocity, warm_start.impulse)",
        "velocity, impulse = warm_start.velocity, warm_start.impulse",
        (
            "solvers/test_structured.py::test_a_warm_start_saves_iterations",
            "integrators/test_rest.py",
            "solvers/test_guess.py",
        ),
    ),
    (
        "polished answers are taken even where they are worse",
        "solvers/polish.py",
        "if better.natural < found.natural and better.worst <= max(found.worst, 0.5 * accuracy):",
        "if better.natural < np.inf:",
        ("solvers/test_structured.py", "solvers/test_registry.py"),
    ),
)

INTEGRATORS = _faults(
    (
        "loads count at the start of the step, not at its middle",
        "model/scene.py",
        "self.loads.resultant(self.assembly, state, state.time + 0.5 * dt)",
        "self.loads.resultant(self.assembly, state, state.time)",
        ("integrators/test_simulate.py",),
    ),
    (
        "supports go where the settlement was one step before",
        "model/scene.py",
        "displacement, rotation = settled(self.settlements, self.assembly, time)",
        "displacement, rotation = settled(self.settlements, self.assembly, state.time)",
        ("integrators/test_settlement.py",),
    ),
    (
        "a settling support turns about axes that turn with it",
        "model/scene.py",
        "turn = rotation[fixed] @ np.swapaxes(state.rotation[fixed], 1, 2)",
        "turn = np.swapaxes(state.rotation[fixed], 1, 2) @ rotation[fixed]",
        (
            "integrators/test_settlement.py::test_a_support_turned_by_two_settlements_has_the_product_of_their_rotations",
        ),
    ),
    (
        "positions follow the velocity at the start of the step",
        "model/update.py",
        "state.position + dt * full[:, :3]",
        "state.position + dt * state.velocity[:, :3]",
        ("integrators/test_conservation.py", "integrators/test_simulate.py"),
    ),
    (
        "blocks turn about axes that turn with them",
        "model/update.py",
        "turned = transposed((rotated(x, r), rotated(y, r), rotated(z, r)))",
        "R = (row(rotation[b], 0), row(rotation[b], 1), row(rotation[b], 2))\n"
        "            r = scaled(r, -1.0)\n"
        "            turned = (rotated(R[0], r), rotated(R[1], r), rotated(R[2], r))",
        (
            "solvers/test_step_kernels.py::test_update_turns_what_spins_and_leaves_the_rest",
            "formulations/test_inertia.py",
        ),
    ),
    (
        "impulses are carried to a shorter step as they were in the longer one",
        "integrators/context.py",
        "return carried(record.contacts, record.impulse, contacts) * (dt / record.dt)",
        "return carried(record.contacts, record.impulse, contacts)",
        ("integrators/test_incline.py::test_springs_keep_their_deformation_where_the_next_step_is_shorter",),
    ),
    (
        "detection forgets that associated sliding lifts a contact",
        "integrators/context.py",
        "self.reach = 1.0 + scene.assembly.largest_friction",
        "self.reach = 1.0",
        ("integrators/test_simulate.py::test_a_contact_that_slides_fast_stays_known",),
    ),
    (
        "a step that no solver solved is accepted",
        "integrators/backward_euler.py",
        "        if not solution.solved:\n            return None, Objection(f",
        "        if solution.status == '':\n            return None, Objection(f",
        ("integrators/test_stepping.py", "integrators/test_free_rotation.py"),
    ),
    (
        "a step that cannot be kept is not halved",
        "integrators/control.py",
        "deepest, begin = depth == subdivisions, start.state.time",
        "deepest, begin = True, start.state.time",
        ("integrators/test_stepping.py", "integrators/test_free_rotation.py"),
    ),
    (
        "the second half of a halved step starts where the whole one did",
        "integrators/control.py",
        "        start = part.end\n",
        "        pass\n",
        ("integrators/test_stepping.py", "integrators/test_free_rotation.py"),
    ),
    (
        "the spin's energy with the rotation transposed",
        "results/energy.py",
        'local = np.einsum("bji,bj->bi", state.rotation[movable], spin)',
        'local = np.einsum("bij,bj->bi", state.rotation[movable], spin)',
        ("integrators/test_conservation.py", "formulations/test_inertia.py"),
    ),
    (
        "the energy that springs hold without its half",
        "results/energy.py",
        "held = 0.5 * float(np.sum(problem.E * impulse**2))",
        "held = float(np.sum(problem.E * impulse**2))",
        ("joints/test_joint_energy.py", "integrators/test_conservation.py"),
    ),
    (
        "the work of the moving ground has the wrong sign",
        "results/energy.py",
        'sums["ground"] -= float(np.sum(solution.impulse * problem.prescribed))',
        'sums["ground"] += float(np.sum(solution.impulse * problem.prescribed))',
        ("integrators/test_conservation.py", "integrators/test_settlement.py"),
    ),
    (
        "the scheme's own dissipation without its half",
        "results/energy.py",
        "linear = 0.5 * float(np.sum(self._assembly.mass[movable, None] * change**2))",
        "linear = float(np.sum(self._assembly.mass[movable, None] * change**2))",
        ("integrators/test_conservation.py",),
    ),
    (
        "a joint with both strengths does not break in tension",
        "joints/laws.py",
        "lost = acting.brittle & (reached[:count] | tense)",
        "lost = acting.brittle & reached[:count]",
        ("joints/test_joints.py",),
    ),
    (
        "a brittle joint never breaks",
        "joints/laws.py",
        "& ~self._among(acting.joint[lost])",
        "& ~self._among(acting.joint[lost & (acting.joint < 0)])",
        ("joints/test_joints.py",),
    ),
    (
        "compression damages a bond as tension does",
        "joints/springs.py",
        "opening, slip = np.maximum(jump[:, 0], 0.0), np.sum(jump[:, 1:] ** 2, axis=1)",
        "opening, slip = np.abs(jump[:, 0]), np.sum(jump[:, 1:] ** 2, axis=1)",
        ("joints/test_joints.py::test_damage_stays_and_viscosity_delays_it",),
    ),
    (
        "a damaged bond has beta times its stiffness, not its square",
        "joints/springs.py",
        "stiffness = (beta[:, None] ** 2 * self.stiffness[chosen])[:, [0, 1, 1]]",
        "stiffness = (beta[:, None] * self.stiffness[chosen])[:, [0, 1, 1]]",
        ("joints/test_joints.py", "joints/test_joint_energy.py"),
    ),
    (
        "rigid motion is taken out about the wrong side of the centre",
        "integrators/rigid_modes.py",
        "R[:, :3, 3:] = -skew(state.position[movable] - centre[group])",
        "R[:, :3, 3:] = skew(state.position[movable] - centre[group])",
        ("integrators/test_quasi_static.py",),
    ),
)

STATICS = _faults(
    (
        "the range of a force has the loads reversed",
        "statics/programs.py",
        "        -system.scaled.k.ravel(),\n        sp.diags_array(np.repeat(soft",
        "        system.scaled.k.ravel(),\n        sp.diags_array(np.repeat(soft",
        ("statics/test_statics.py",),
    ),
    (
        "the mechanism of the static program is that of the other load",
        "statics/programs.py",
        "return LimitPoint(float(solution.x[-1]) / SMALL, force, solution.z[: 6 * step.bodies].reshape(-1, 6))",
        "return LimitPoint(float(solution.x[-1]) / SMALL, force, -solution.z[: 6 * step.bodies].reshape(-1, 6))",
        ("statics/test_statics.py",),
    ),
    (
        "the static cone with mu squared",
        "statics/programs.py",
        "weight = np.column_stack([surface.mu[rough], np.ones((len(rough), 2))]).ravel()",
        "weight = np.column_stack([surface.mu[rough] ** 2, np.ones((len(rough), 2))]).ravel()",
        ("statics/test_statics.py",),
    ),
    (
        "tension cut-offs are not in the units of the program",
        "statics/programs.py",
        "size * surface.largest[bounded]",
        "surface.largest[bounded]",
        ("statics/test_bonds.py", "statics/test_statics.py"),
    ),
    (
        "loads of the fixed blocks press on the movable ones",
        "statics/system.py",
        "return cls(assembly, step, pattern[assembly.movable], strengths)",
        "return cls(assembly, step, pattern[: len(assembly.movable)], strengths)",
        ("statics/test_statics.py",),
    ),
    (
        "the limit certificate does not see the gap of the two multipliers",
        "statics/limit_state.py",
        "worst = max(self.static, self.kinematic, self.gap)",
        "worst = max(self.static, self.kinematic)",
        ("statics/test_statics.py", "solvers/test_limit_path.py"),
    ),
    (
        "the force in a joint is that on the other block",
        "statics/equilibrium.py",
        "sign = np.where(contacts.blocks[inside, 1] == pair[1], 1.0, -1.0)",
        "sign = np.where(contacts.blocks[inside, 1] == pair[1], -1.0, 1.0)",
        ("statics/test_statics.py",),
    ),
    (
        "least forces forget what earlier rounds left out of balance",
        "statics/equilibrium.py",
        "        k = k + left\n",
        "        k = step.k + left\n",
        ("statics/test_statics.py",),
    ),
    (
        "the tension cut-off is left out",
        "statics/strength.py",
        "tension = np.minimum(f, apex)",
        "tension = np.where(np.isfinite(apex), apex, f)",
        ("statics/test_bonds.py",),
    ),
    (
        "forces of bonded joints are counted from the cut-off",
        "statics/equilibrium.py",
        "return float(np.sum(objective * forces_of(system, found.solution)))",
        "return float(np.sum(objective * forces_of(system, found.solution)) + objective[:, 0] @ system.step.bond)",
        ("statics/test_bonds.py",),
    ),
    (
        "each friction tried keeps the apex of the assembly's",
        "statics/system.py",
        "return StaticSystem(self.assembly, replace(step, bond=tension), self.live, strengths)",
        "return StaticSystem(self.assembly, replace(step, bond=step.bond + 0.0 * tension), self.live, strengths)",
        ("statics/test_bonds.py",),
    ),
    (
        "a gap without dilation leaves friction out",
        "statics/sequence.py",
        "weight[rows.normals] = surface.mu * np.hypot(velocity[:, 1], velocity[:, 2])",
        "weight[rows.normals] = 0.0 * np.hypot(velocity[:, 1], velocity[:, 2])",
        ("statics/test_coulomb.py",),
    ),
    (
        "loads with a moment spin the blocks up",
        "statics/system.py",
        "Surroundings(force, iterate=at_rest, joints=rows)",
        "Surroundings(force, joints=rows)",
        ("statics/test_statics.py",),
    ),
    (
        "supports that settle move the other way",
        "statics/settlement.py",
        "objective = given * scaling.contact[:, None]",
        "objective = -given * scaling.contact[:, None]",
        ("statics/test_statics.py",),
    ),
)

FAULTS = MODEL + COLLISION + FORMULATIONS + SOLVERS + INTEGRATORS + STATICS
