import { sha256 } from '../../../engine/base/sha256.ts'

/**
 * A reply in a study, which names neither its run nor its sample. Who has the run finds it again. Ids of runs are random, so nobody
 * else can.
 * @returns 32 hexadecimal digits
 */
export async function ratedId(run: string, index: number): Promise<string> {
  return (await sha256(new TextEncoder().encode(JSON.stringify([run, index])))).slice(0, 32)
}
