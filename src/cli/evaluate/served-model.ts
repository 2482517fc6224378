import type { Io } from '../base/command.ts'

/**
 * The named model of the server, or its only one.
 * @param origin of our own server @param option the option for its name
 * @throws VoxelwiseError usage if none is named and the server does not list exactly one
 */
export type NameServedModel = (
  origin: string,
  wanted: string | null,
  note: Io['stderr'],
  option?: string,
) => Promise<string>
