import { defaultProtocol } from './registry.ts'
import type { RunSettings } from './settings.ts'

/** What is asked unless the user says otherwise; device and precision depend on the machine and the model. */
export const defaultSettings: Omit<RunSettings, 'device' | 'dtype'> = {
  protocol: defaultProtocol,
  scoring: 'generate',
  chatTemplate: 'own',
  fullText: false,
  reusePrefix: true,
  keepFeatures: true,
  maxNewTokens: 32,
  order: 'balanced',
  seed: 1,
  limit: null,
  timeout: 300,
}
