"""Idefics3 without image splitting, its weights beside the graphs."""

from recipes.idefics3 import build as build_split

VARIANTS = ("external",)


def build():
    return build_split(splitting=False, seed=2)
