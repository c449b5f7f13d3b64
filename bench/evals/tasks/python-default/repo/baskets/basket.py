"""Baskets are plain lists."""


def add(item, basket=[]):
    """Put an item into a basket, or into a new one; answers the basket."""
    basket.append(item)
    return basket
