"""Makes packages with the device's libraries known, after all that are installed: an installed one of the same name, such as
nvidia.cu13, has programs, too."""

import importlib.machinery
import importlib.util
import os
import sys


def _extend():
    own = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [folder for folder in sys.path if os.path.abspath(folder) != own]
    sys.path.append(os.path.join(own, "packages"))
    # Whoever installed Python may have a module of this name, which this one hides.
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize", sys.path)
    if spec is not None and spec.loader is not None:
        module = importlib.util.module_from_spec(spec)
        sys.modules["sitecustomize"] = module
        spec.loader.exec_module(module)


_extend()
