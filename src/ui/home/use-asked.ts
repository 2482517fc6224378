import type { AskedCounts } from '../../engine/probes/passes.ts'
import { pick, useApp, useController } from '../hooks/use-app.ts'
import { useAsync } from '../hooks/use-async.ts'

/** What the next run and its passes ask; null until it is counted. */
export function useAsked(): AskedCounts | null {
  const controller = useController()
  const { dataset, settings, probes } = useApp(pick('dataset', 'settings', 'probes'))
  const fingerprint = dataset.status === 'ready' ? dataset.overview.fingerprint : null
  const { only, limit, order, seed, protocol } = settings
  const key = `asked ${fingerprint} ${JSON.stringify([only, limit, order, seed, protocol, probes])}`
  const asked = useAsync(key, async () => (fingerprint === null ? null : controller.countAsked()))
  return asked.status === 'ready' ? asked.value : null
}
