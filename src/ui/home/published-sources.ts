/** Where data sets are published, as README.md says it too. The page asks for none of it: a terminal does. */

export const installDownloader = 'pip install -U huggingface_hub'

export const downloadDataset = 'hf download Flmc/MedRCube --repo-type dataset --local-dir medrcube'
