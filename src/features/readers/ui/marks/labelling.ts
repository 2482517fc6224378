/** Runs that people label here, each without seeing what others say: their labels are hidden until somebody looks at all of them. */
import { stored } from '../../../../ui/state/stored.ts'

interface Labelling {
  readonly runs: readonly string[]
}

const labelling = stored('voxelwise:labelling', (json): Labelling => {
  const runs = (json as Partial<Labelling> | null)?.runs
  return { runs: Array.isArray(runs) ? runs.filter(one => typeof one === 'string') : [] }
})

/** From now on the labels of these runs are hidden. */
export const beginLabelling = (runs: readonly string[]): void =>
  labelling.set({ runs: [...new Set([...labelling.get().runs, ...runs])] })

/** Everybody has finished: the labels of this run are shown. */
export const endLabelling = (run: string): void =>
  labelling.set({ runs: labelling.get().runs.filter(one => one !== run) })

/** Whether people label a run here. */
export const useIsLabelled = (run: string): boolean => labelling.use().runs.includes(run)
