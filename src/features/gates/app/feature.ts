import type { AppFeature } from '../../../app/controller/app-feature.ts'
import { gateCommands, gatesOfRun } from './gates.ts'

export const gatesApp = { commands: gateCommands, resultParts: [gatesOfRun] } satisfies AppFeature
