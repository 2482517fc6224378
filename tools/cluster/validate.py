"""Checks the Kubernetes manifests against the schemas that Kubernetes publishes, in every version that has what they use.

    python -m venv VENV && VENV/bin/pip install kubernetes-validate
    VENV/bin/python tools/cluster/validate.py
"""

import sys
from pathlib import Path

import kubernetes_validate
import yaml

# The first in which `backoffLimitPerIndex` is in beta, so that it is there unless it was switched off.
FIRST = (1, 29)


def main():
    versions = [
        text
        for text in dict.fromkeys(kubernetes_validate.utils.all_versions())
        if tuple(int(part) for part in text.split(".")[:2]) >= FIRST
    ]
    failed = False
    for path in sorted(Path("cluster/kubernetes").glob("*.yaml")):
        documents = [document for document in yaml.safe_load_all(path.read_text()) if document]
        for version in versions:
            for document in documents:
                name = f"{document['kind']} {document['metadata']['name']}"
                try:
                    kubernetes_validate.validate(document, version, strict=True)
                except kubernetes_validate.ValidationError as error:
                    failed = True
                    where = ".".join(str(part) for part in error.path)
                    print(f"{path}, {name}, Kubernetes {version}: {where}: {error.message}")
        print(f"{path}: {len(documents)} manifests against Kubernetes {', '.join(versions)}")
    sys.exit(failed)


main()
