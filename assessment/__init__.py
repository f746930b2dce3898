"""Assessment: what is asked of a structure beyond one run.

Comparisons of formulations and solvers (`compare`), many runs on any executor (`sweeps`), runs of one scene under many
ground motions (`campaign`), failure domains (`domain`), fragility functions (`fragility`). Each is imported from its
own module.
"""
