/** What features bring to threads that hold a model: large code, which views do without. One line each. */
import { occlude as occludeImage } from '../features/occlusion/engine/occlude.ts'
import type { Occlude } from './runtime/occlusion-task.ts'

/** Measures occlusion maps; null where no kind of probe makes them. */
export const occlude: Occlude | null = occludeImage
