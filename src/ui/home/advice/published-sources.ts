/** Commands for a terminal, as in docs/getting-started.md. The page itself downloads nothing. */

export const installDownloader = 'pip install -U huggingface_hub'

export const downloadDataset = 'hf download Flmc/MedRCube --repo-type dataset --local-dir medrcube'
