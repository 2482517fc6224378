import type { UiFeature } from '../../../ui/feature/ui-feature.ts'
import { ServerPicker } from './server-picker.tsx'

export const serversUi: UiFeature = { ServerChoice: ServerPicker }
