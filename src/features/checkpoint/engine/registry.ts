import type { CheckpointFamily } from './checkpoint-family.ts'
import { gemma3Checkpoint } from './families/gemma3.ts'
import { idefics3Checkpoint } from './families/idefics3.ts'
import { internvlCheckpoint } from './families/internvl.ts'
import { llavaCheckpoint } from './families/llava.ts'
import { llavaOnevisionCheckpoint } from './families/llava-onevision.ts'
import { mistral3Checkpoint } from './families/mistral3.ts'
import { paligemmaCheckpoint } from './families/paligemma.ts'
import { qwen2VlCheckpoint, qwen3VlCheckpoint, qwen25VlCheckpoint } from './families/qwen-vl.ts'
import { videoLlama3Checkpoint } from './families/video-llama3.ts'

/** Families whose graphs this page writes itself. */
export const checkpointFamilies: readonly CheckpointFamily[] = [
  idefics3Checkpoint,
  llavaCheckpoint,
  llavaOnevisionCheckpoint,
  qwen2VlCheckpoint,
  qwen25VlCheckpoint,
  qwen3VlCheckpoint,
  gemma3Checkpoint,
  internvlCheckpoint,
  paligemmaCheckpoint,
  mistral3Checkpoint,
  videoLlama3Checkpoint,
]

/** @param config the fields of config.json */
export const findCheckpointFamily = (
  config: Readonly<Record<string, unknown>>,
): CheckpointFamily | undefined =>
  checkpointFamilies.find(({ modelTypes }) => modelTypes.includes(String(config.model_type ?? '')))
