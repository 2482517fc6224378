import { firstProtocol } from '../../engine/protocol/protocol-reference.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { firstOrder, type RunSettings } from '../../engine/protocol/settings.ts'

/** What runs of older versions were made with before there was a choice. */
function olderSettings(settings: Partial<RunSettings>): Pick<RunSettings, 'protocol' | 'order' | 'seed'> {
  const { protocol = firstProtocol, order = firstOrder.order, seed = firstOrder.seed } = settings
  return { protocol, order, seed }
}

/** A run as it is stored, with the settings that runs of older versions do not name. */
export function withDefaults({ settings, ...run }: Run): Run {
  return {
    ...run,
    settings: { ...settings, ...olderSettings(settings) },
  }
}
