import type { Run } from '../../engine/protocol/run.ts'

/** Whether two runs of one id are one run, at different times: same questions, same model, same start. */
export function isSameRun(a: Run, b: Run): boolean {
  return identity(a) === identity(b)
}

const identity = ({ id, created, total, settings, dataset, model, probe }: Run): string =>
  JSON.stringify([
    id,
    created,
    total,
    Object.entries(settings).sort(([one], [other]) => (one < other ? -1 : 1)),
    dataset.fingerprint,
    model.fingerprint,
    probe ?? null,
  ])
