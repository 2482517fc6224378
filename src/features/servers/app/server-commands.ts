import type { CommandTable } from '../../../app/controller/services.ts'
import { modelServerBase } from '../../../app/folders/describe.ts'
import { findServer } from '../data/connect.ts'

export const serverCommands = {
  /** The model server that Voxelwise was started with, and its models. @throws VoxelwiseError no-server */
  findServer: _ => findServer(modelServerBase()),
} satisfies CommandTable
