import { modelRunner } from './run/model-runner.ts'
import { expose } from './shared/comlink.ts'

expose(modelRunner)
