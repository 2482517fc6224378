import type { AppFeature } from '../../../app/controller/app-feature.ts'
import { serverCommands } from './server-commands.ts'
import { startServerWorker } from './start-server.ts'

export const serversApp = { commands: serverCommands, startServer: startServerWorker } satisfies AppFeature
