import { preparer } from './prepare/preparer.ts'
import { expose } from './shared/comlink.ts'

expose(preparer)
