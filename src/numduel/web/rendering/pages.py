"""Pages: templates made into responses, and the addresses of what they are styled and run by."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse

from ...core.registry import full_title
from .assets import static_address

HERE = Path(__file__).parents[1]


class Pages:
    """The templates, read once; `page` makes a response of one."""

    def __init__(self) -> None:
        self.environment = Environment(
            loader=FileSystemLoader(HERE / "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
        )
        self.environment.globals |= {
            "static": static_address,
            "full_title": full_title,
        }

    def page(
        self,
        request: Request,
        name: str,
        status: int = 200,
        headers: Mapping[str, str] | None = None,
        **context: Any,
    ) -> HTMLResponse:
        """A template as a response; `name` is that of its file."""
        text = self.render(name, path=request.url.path, **context)
        return HTMLResponse(text, status_code=status, headers=headers)

    def render(self, name: str, path: str = "/", **context: Any) -> str:
        """A template as text."""
        return self.environment.get_template(name).render(path=path, **context)
