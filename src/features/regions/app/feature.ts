import type { AppFeature } from '../../../app/controller/app-feature.ts'
import { regionCommands } from './region-commands.ts'

export const regionsApp = { commands: regionCommands } satisfies AppFeature
