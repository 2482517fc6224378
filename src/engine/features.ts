/** What features give to the engine: one line each. `seams.ts` says what each is for. */
export { checkpointGraphWriter as graphWriter } from '../features/checkpoint/engine/checkpoint-folder.ts'
export { corruptMedical as corruptByModality } from '../features/medical/engine/corrupt.ts'
export { medicalCorruptionTables as byModality } from '../features/medical/engine/tables.ts'
export { occlude as drawOcclusion } from '../features/occlusion/engine/occlude.ts'
