/** What features bring to threads that change pixels: large code, which views do without. One line each. */
import { corruptMedical } from '../features/medical/engine/corrupt.ts'
import type { CorruptByModality } from './probes/by-modality.ts'

/** The work of corruptions by modality; null without them. */
export const corruptByModality: CorruptByModality | null = corruptMedical
