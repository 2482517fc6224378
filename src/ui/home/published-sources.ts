/** Where data sets and models are published, as README.md says it too. The page asks for none of it: a terminal does. */

export const installDownloader = 'pip install -U huggingface_hub'

export const downloadDataset = 'hf download Flmc/MedRCube --repo-type dataset --local-dir medrcube'

/** Its JSON files and templates, then one precision; a pattern each, which every version of the command takes. */
export const downloadModel = [
  'hf download HuggingFaceTB/SmolVLM-256M-Instruct --local-dir smolvlm-256m --include "*.j*"',
  'hf download HuggingFaceTB/SmolVLM-256M-Instruct --local-dir smolvlm-256m --include "onnx/*_q4.onnx*"',
] as const

/** Published folders of families that the fidelity suite covers, small ones first. */
export const publishedModels: readonly (readonly [model: string, repositories: readonly string[]])[] = [
  ['SmolVLM', ['HuggingFaceTB/SmolVLM-256M-Instruct', 'HuggingFaceTB/SmolVLM-500M-Instruct']],
  ['SmolVLM2', ['HuggingFaceTB/SmolVLM2-256M-Video-Instruct']],
  ['FastVLM', ['onnx-community/FastVLM-0.5B-ONNX']],
  ['Qwen2-VL', ['onnx-community/Qwen2-VL-2B-Instruct']],
  ['LFM2-VL', ['onnx-community/LFM2-VL-3B-ONNX']],
]
