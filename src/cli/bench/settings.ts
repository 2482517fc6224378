import type { RunSettings } from '../../engine/run.ts'

/** What the bench asks with, unless it says otherwise. The naive loop has the same limit on an answer. */
export const benchSettings: Omit<RunSettings, 'device' | 'dtype'> = {
  scoring: 'generate',
  chatTemplate: 'own',
  fullText: false,
  reusePrefix: true,
  keepFeatures: true,
  maxNewTokens: 32,
  limit: null,
  timeout: 600,
}
