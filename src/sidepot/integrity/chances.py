"""The probability of a result by chance: exact tails of the binomial distribution."""

from __future__ import annotations

from math import exp, lgamma, log, log1p


def at_least(count: int, of: int, share: float) -> float:
    """The probability of `count` or more successes in `of` trials with probability `share`.

    >>> round(at_least(5, 6, 0.2), 6)
    0.0016
    """
    if count <= 0:
        return 1.0
    return _clamp(sum(_exactly(k, of, share) for k in range(count, of + 1)))


def at_most(count: int, of: int, share: float) -> float:
    """The probability of `count` or fewer successes in `of` trials with probability `share`.

    >>> round(at_most(0, 10, 0.5), 6)
    0.000977
    """
    if count >= of:
        return 1.0
    return _clamp(sum(_exactly(k, of, share) for k in range(count + 1)))


def _exactly(k: int, of: int, share: float) -> float:
    if share <= 0.0:
        return 1.0 if k == 0 else 0.0
    if share >= 1.0:
        return 1.0 if k == of else 0.0
    ways = lgamma(of + 1) - lgamma(k + 1) - lgamma(of - k + 1)
    return exp(ways + k * log(share) + (of - k) * log1p(-share))


def _clamp(p: float) -> float:
    return min(max(p, 0.0), 1.0)
