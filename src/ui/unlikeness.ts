import type { Run } from '../engine/run.ts'

/** Where runs differ in what they were asked, or how: what a reader of their comparison must know. */
export function unlikeness(runs: readonly Run[]): readonly string[] {
  const differ = (of: (run: Run) => string) => new Set(runs.map(of)).size > 1
  const told = [
    differ(run => run.dataset.fingerprint) &&
      'The runs were made on different data set files; samples are paired by id, question and image.',
    differ(run => run.settings.scoring) && 'The runs were scored in different ways.',
    runs.some(run => run.probe) && 'An extra pass is among the runs: its figures are not the official ones.',
  ]
  return told.filter(text => text !== false)
}
