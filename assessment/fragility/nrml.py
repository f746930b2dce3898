"""A lognormal fragility function in the Natural hazards' Risk Markup Language, NRML 0.5, for OpenQuake.

Its reader takes ``mean`` and ``stddev`` for those of the intensity itself, not of its logarithm, raises intensities
below ``minIML`` to it and lowers those above ``maxIML``, and gives probability zero up to ``noDamageLimit``. Of
discrete functions it interpolates linearly between the levels, from zero at ``noDamageLimit``, and keeps the last
probability beyond the last level.

Reference: GEM, The OpenQuake engine user manual, section "Fragility models".
"""

import re
from unicodedata import combining, normalize
from xml.etree import ElementTree

import numpy as np

from ...checks import FloatArray
from ...errors import DrystoneError, shown
from ...model.gravity import ONE_G

__all__ = [
    "continuous_function",
    "discrete_function",
    "document",
    "fitting_name",
    "measure_type",
    "name_of_function",
    "scale_of",
]

NAMESPACE = "http://openquake.org/xmlns/nrml/0.5"
MEASURE = re.compile(r"[A-Za-z]\w*(\(\d[\d., ]*\))?")
"""How intensity measure types are spelled: PGA, SA(0.5), AvgSA(0.2, 1.0)."""
FORBIDDEN = re.compile(r"[\s#'\"]")
"""What the names of functions and limit states may not hold."""
LONGEST = 75
"""Characters of a name."""
ACCELERATION = {"g": 1.0, "m/s2": 1.0 / ONE_G}
SCALES = {
    **dict.fromkeys(("PGA", "SA", "AvgSA"), ACCELERATION),
    "PGV": {"cm/s": 1.0, "m/s": 100.0},
    "PGD": {"cm": 1.0, "m": 100.0},
}
"""Intensity measure types -> units -> how many of OpenQuake's, the first, they are."""


def measure_type(value: object) -> str:
    """``value`` where it is spelled like an intensity measure type."""
    if not isinstance(value, str) or not MEASURE.fullmatch(value[:LONGEST]):
        raise DrystoneError(f"the intensity measure type must be one such as 'PGA' or 'SA(0.5)'; got {shown(value)}")
    return value


def scale_of(measure: str, unit: str) -> float:
    """What takes intensities in a ``unit`` to that of OpenQuake: 1 where the unit is not told, or not OpenQuake's."""
    scales = SCALES.get(measure.partition("(")[0], {})
    if unit == "1" or not scales:
        return 1.0
    if unit not in scales:
        raise DrystoneError(
            f"the intensities are in {unit:.80}, and OpenQuake has {measure} in {next(iter(scales))}; give the scale, "
            "which takes them there"
        )
    return scales[unit]


def name_of_function(value: object, what: str) -> str:
    """``value`` where it can name a taxonomy or a limit state: ASCII without spaces, quotes and #."""
    fits = isinstance(value, str) and 0 < len(value) <= LONGEST and value.isascii() and value.isprintable()
    if not fits or FORBIDDEN.search(str(value)):
        raise DrystoneError(
            f"{what} must be 1 to {LONGEST} ASCII characters without spaces, quotes and #; got {shown(value)}"
        )
    return str(value)


def fitting_name(name: str) -> str:
    """The nearest name of a function to any text: letters without accents, "-" for what it may not hold.

    >>> fitting_name("château vieux")
    'chateau-vieux'
    """
    plain = "".join(one for one in normalize("NFKD", name) if not combining(one))
    return re.sub(r"[^!-~]|[#'\"]", "-", plain)[:LONGEST] or "drystone"


def continuous_function(
    median: float, dispersion: float, least: float, most: float, measure: str, state: str
) -> ElementTree.Element:
    """The function of a lognormal distribution, from the intensity ``least``, below which it is zero, to ``most``.

    mean = theta exp(beta^2/2),     stddev = mean (exp(beta^2) - 1)^(1/2)
    """
    mean = median * np.exp(0.5 * dispersion**2)
    function = ElementTree.Element("fragilityFunction", {"format": "continuous", "shape": "logncdf"})
    ElementTree.SubElement(
        function,
        "imls",
        {"imt": measure, "noDamageLimit": repr(least), "minIML": repr(least), "maxIML": repr(most)},
    )
    spread = mean * np.sqrt(np.expm1(dispersion**2))
    ElementTree.SubElement(function, "params", {"ls": state, "mean": repr(float(mean)), "stddev": repr(float(spread))})
    return function


def discrete_function(
    levels: FloatArray, probabilities: FloatArray, least: float, measure: str, state: str
) -> ElementTree.Element:
    """The function that is linear between ``levels`` (n,), zero below ``least``, which is less than the first."""
    function = ElementTree.Element("fragilityFunction", {"format": "discrete"})
    ElementTree.SubElement(function, "imls", {"imt": measure, "noDamageLimit": repr(least)}).text = _listed(levels)
    ElementTree.SubElement(function, "poes", {"ls": state}).text = _listed(probabilities)
    return function


def document(function: ElementTree.Element, name: str, state: str, description: str) -> bytes:
    """The fragility model of one function and one limit state, as a file holds it (UTF-8)."""
    root = ElementTree.Element("nrml", {"xmlns": NAMESPACE})
    model = ElementTree.SubElement(
        root,
        "fragilityModel",
        {"id": "drystone", "assetCategory": "buildings", "lossCategory": "structural"},
    )
    ElementTree.SubElement(model, "description").text = description
    ElementTree.SubElement(model, "limitStates").text = state
    function.set("id", name)
    model.append(function)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)


def _listed(values: FloatArray) -> str:
    return " ".join(repr(float(value)) for value in values)
