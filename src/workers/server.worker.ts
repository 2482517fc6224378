import { serverRunner } from './run/server-runner.ts'
import { expose } from './shared/comlink.ts'

expose(serverRunner)
