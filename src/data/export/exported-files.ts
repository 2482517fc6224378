import { featureExports } from '../seams.ts'
import { coreFiles } from './core-files.ts'
import type { ExportedFile } from './exported-file.ts'

/** The files that a stored run can be saved as: what is in each, and who reads it. */
export const exportedFiles = [...coreFiles, ...featureExports] as const satisfies readonly ExportedFile[]

export type ExportName = (typeof exportedFiles)[number]['name']
