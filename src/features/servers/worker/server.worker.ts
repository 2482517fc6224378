import { expose } from '../../../workers/shared/comlink.ts'
import { serverRunner } from './server-runner.ts'

expose(serverRunner)
