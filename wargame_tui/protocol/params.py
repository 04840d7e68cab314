"""Parameters of the engine's methods, checked at the edge: strict types, nothing unknown, nothing missing."""

from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from wargame_tui.protocol.messages import BAD_PARAMS, RpcError

Number = Annotated[int, Field(ge=-(2**63), lt=2**63)]
Faces = Annotated[list[Number], Field(max_length=100_000)]
Count = Annotated[int, Field(ge=0, lt=2**31)]


class Params(BaseModel):
    """Base of all parameters."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Initialize(Params):
    """`initialize`."""


class New(Params):
    """`new`."""

    scenario: str
    seed: Number | None = None
    options: dict[str, Any] = {}
    dice: Faces = []


class Load(Params):
    """`load`: a save itself, or where it lies."""

    save: dict[str, Any] | None = None
    path: str | None = None

    @model_validator(mode="after")
    def _either(self) -> "Load":
        if (self.save is None) == (self.path is None):
            raise ValueError("give `save` or `path`, one of them")
        return self


class OfGame(Params):
    """What every method on a game takes."""

    game: str


class Save(OfGame):
    """`save`."""

    path: str | None = None


class Viewed(OfGame):
    """`status` and `state`: all there is, or what a side may see."""

    side: str | None = None


class Map(Params):
    """`map`: of a game or of a scenario."""

    game: str | None = None
    scenario: str | None = None

    @model_validator(mode="after")
    def _either(self) -> "Map":
        if (self.game is None) == (self.scenario is None):
            raise ValueError("give `game` or `scenario`, one of them")
        return self


class Legal(OfGame):
    """`legal`."""

    limit: Count | None = None


class WithCommand(OfGame):
    """`apply`, `odds` and `explain`: a command as notation or object."""

    command: str | dict[str, Any]


class Undo(OfGame):
    """`undo`."""

    count: Annotated[int, Field(ge=1, lt=2**31)] = 1


class Log(OfGame):
    """`log`."""

    start: Count = Field(0, alias="from")


class Edit(OfGame):
    """`edit`: an RFC 6902 JSON Patch, whose operations the kernel checks."""

    patch: Any
    settle: bool = True


class Dice(OfGame):
    """`dice`: values for the next dice, after those that wait already; `clear` takes these back first."""

    values: Faces = []
    clear: bool = False

    @model_validator(mode="after")
    def _something(self) -> "Dice":
        if not self.clear and "values" not in self.model_fields_set:
            raise ValueError("give `values` or `clear`")
        return self


P = TypeVar("P", bound=Params)


def check(model: type[P], given: dict[str, Any] | list[Any]) -> P:
    """Parameters by name or by position. Raises RpcError naming the first that is wrong."""
    names = [field.alias or name for name, field in model.model_fields.items()]
    if isinstance(given, list):
        if len(given) > len(names):
            raise RpcError(BAD_PARAMS, f"at most {len(names)} parameters: {', '.join(names) or 'none'}")
        given = dict(zip(names, given, strict=False))
    try:
        return model.model_validate(given)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        place = ".".join(str(part) for part in first["loc"])[:80] or "params"
        raise RpcError(BAD_PARAMS, f"`{place}`: {first['msg']}") from None
