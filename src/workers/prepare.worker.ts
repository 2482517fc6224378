import { Preparer } from './prepare/preparer.ts'
import { expose } from './shared/comlink.ts'

expose(new Preparer())
