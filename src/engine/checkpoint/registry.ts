import type { CheckpointFamily } from './checkpoint-family.ts'
import { gemma3Checkpoint } from './families/gemma3.ts'
import { internvlCheckpoint } from './families/internvl.ts'
import { llavaCheckpoint } from './families/llava.ts'
import { qwen2VlCheckpoint, qwen25VlCheckpoint } from './families/qwen-vl.ts'

/** Families whose graphs this page writes itself. */
export const checkpointFamilies: readonly CheckpointFamily[] = [
  llavaCheckpoint,
  qwen2VlCheckpoint,
  qwen25VlCheckpoint,
  gemma3Checkpoint,
  internvlCheckpoint,
]

export const checkpointFamilyOf = (modelType: string): CheckpointFamily | undefined =>
  checkpointFamilies.find(({ modelTypes }) => modelTypes.includes(modelType))
