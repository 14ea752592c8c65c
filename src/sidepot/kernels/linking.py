"""Compile the inner functions of kernels to intermediate code only, and optimise them with the kernel that calls them.

numba optimises each function by itself, turns it into machine code, and does both again in every function that calls
it. Nobody calls the inner functions of a kernel from Python, so that their own machine code would never run: leaving it
out halves the time until a kernel is compiled. This module uses parts of numba that may change. `TESTED` names the
versions with which it is tested; with all others, numba compiles in its usual way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numba
from numba.core import types

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

TESTED: Final = ("0.68.",)
Inner: Any = None
"""The compiler of inner functions; None with a version of numba that is not tested."""


def without_literals(compiled: Any) -> Any:
    """Let a compiled function be one function for all constants that are passed to it."""
    template: Callable[[Any, Any], Any] | None = getattr(compiled, "get_call_template", None)
    if template is None:  # `NUMBA_DISABLE_JIT` leaves functions as they are
        return compiled

    def of_plain_types(args: Sequence[Any], kws: dict[str, Any]) -> Any:
        return template([types.unliteral(one) for one in args], kws)

    compiled.get_call_template = of_plain_types
    return compiled


if numba.__version__.startswith(TESTED):
    from numba.core.codegen import JITCodeLibrary
    from numba.core.compiler import CompilerBase, DefaultPassBuilder
    from numba.core.compiler_machinery import register_pass
    from numba.core.typed_passes import NativeLowering

    class _Library(JITCodeLibrary):  # type: ignore[misc]  # numba has no types
        """Intermediate code that is linked into kernels, and never becomes machine code of its own."""

        def _optimize_final_module(self) -> None:
            pass

        def _finalize_final_module(self) -> None:
            self._finalize_dynamic_globals()
            self._finalized = True

    @register_pass(mutates_CFG=True, analysis_only=False)
    class _Lowering(NativeLowering):  # type: ignore[misc]
        """Lower a function to intermediate code."""

        _name = "inner_lowering"

        def run_pass(self, state: Any) -> bool:
            """Write the function to a library of its own, and register it under a key that only it has."""
            state.library = _Library(state.targetctx.codegen(), state.func_id.func_qualname)
            state.flags.no_compile = True
            done: bool = super().run_pass(state)
            place: list[object] = []
            key = place.append  # numba insists on a built-in function, and each list has its own
            state.targetctx.insert_user_function(key, state["cr"].fndesc, [state.library])
            state.reload_init.extend(state.library._reload_init)
            state["cr"] = state["cr"]._replace(cfunc=key)
            return done

    class _Compiler(CompilerBase):  # type: ignore[misc]
        """numba's compiler with this lowering in place of its own."""

        def define_pipelines(self) -> list[Any]:
            """The passes of numba, with another last one."""
            passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
            passes._finalized = False
            passes.passes = [(_Lowering if one is NativeLowering else one, what) for one, what in passes.passes]
            passes.finalize()
            return [passes]

    Inner = _Compiler
