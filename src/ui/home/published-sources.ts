/** Where data sets are published, as docs/getting-started.md lists them. The page asks for none of it: a terminal does. */

export const installDownloader = 'pip install -U huggingface_hub'

export const downloadDataset = 'hf download Flmc/MedRCube --repo-type dataset --local-dir medrcube'
