from .basket import add

__all__ = ["add"]
