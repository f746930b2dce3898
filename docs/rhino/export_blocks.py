#! python3
"""Export the blocks of a Rhino 8 model as JSON and let drystone look at them.

Open this file in Rhino's script editor and run it. Every visible mesh, extrusion and polysurface becomes a block with
the name of its object; lengths are written in metres, whatever the unit of the model. The file goes beside the model
(NAME.drystone.json), then `drystone check` is called, if the command is found. A run is then, in a terminal:

    drystone run NAME.drystone.json --supports lowest

Rhino's Python is 3.9 and needs nothing of drystone. Where the command is in an environment of its own, write its path
into COMMAND.
"""

import json
import os
import shutil
import subprocess

COMMAND = "drystone"


def block_data(vertices, faces):
    """A mesh as COMPAS writes it: ``vertices`` as (x, y, z) in metres, ``faces`` as lists of their numbers."""
    points = {str(i): {"x": x, "y": y, "z": z} for i, (x, y, z) in enumerate(vertices)}
    return {
        "dtype": "compas.datastructures/Mesh",
        "data": {"vertex": points, "face": {str(i): list(face) for i, face in enumerate(faces)}},
    }


def document(blocks):
    """The text of the file of blocks (name, vertices, faces); a name that is there twice, or none, gets a number."""
    named = {}
    for name, vertices, faces in blocks:
        name = name or "block"
        number, one = 1, name
        while one in named:
            number, one = number + 1, "{}-{}".format(name, number + 1)
        named[one] = block_data(vertices, faces)
    return json.dumps(named)


def rhino_blocks():
    """The visible blocks of the model that is open: name, vertices (m), faces."""
    import Rhino
    import scriptcontext

    scale = Rhino.RhinoMath.UnitScale(scriptcontext.doc.ModelUnitSystem, Rhino.UnitSystem.Meters)
    for thing in scriptcontext.doc.Objects:
        if not thing.Visible:
            continue
        if isinstance(thing.Geometry, Rhino.Geometry.InstanceReferenceGeometry):
            print("left out: {}, an instance of a block; explode it first".format(thing.Name or "without a name"))
            continue
        mesh = rhino_mesh(Rhino.Geometry, thing.Geometry)
        if mesh is not None:
            vertices = [(scale * point.X, scale * point.Y, scale * point.Z) for point in mesh.Vertices.ToPoint3dArray()]
            faces = [[f.A, f.B, f.C, f.D] if f.IsQuad else [f.A, f.B, f.C] for f in mesh.Faces]
            yield thing.Name, vertices, faces


def rhino_mesh(geometry, thing):
    """The mesh of an object; None for curves, points and whatever else is no solid."""
    if isinstance(thing, geometry.Mesh):
        return thing
    if isinstance(thing, geometry.Extrusion):
        thing = thing.ToBrep()
    if not isinstance(thing, geometry.Brep):
        return None
    mesh = geometry.Mesh()
    for part in geometry.Mesh.CreateFromBrep(thing, geometry.MeshingParameters.Minimal):
        mesh.Append(part)
    return mesh


def main():
    """Write the file beside the model and check it."""
    import scriptcontext

    model = scriptcontext.doc.Path or os.path.join(os.path.expanduser("~"), "model.3dm")
    path = os.path.splitext(model)[0] + ".drystone.json"
    with open(path, "w") as file:
        file.write(document(rhino_blocks()))
    print("written: " + path)
    command = shutil.which(COMMAND)
    if command is None:
        print("drystone is not found; write the path of the command into COMMAND, or call: drystone check " + path)
        return
    ended = subprocess.run([command, "check", path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    print(ended.stdout.decode("utf-8", "replace"))


if __name__ == "__main__":
    main()
