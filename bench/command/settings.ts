import { defaultSettings } from '../../src/engine/protocol/settings.ts'

/** What the bench asks with, unless it says otherwise. The naive loop has the same limit on an answer. */
export const benchSettings = { ...defaultSettings, timeout: 600 }
