/** The schema of a stored run, with the probes of all kinds. */
import { runSchemaWith } from '../protocol/run.ts'
import { probeSchema } from './kind-of.ts'

export const runSchema = runSchemaWith(probeSchema)
