import { importer } from './import/importer.ts'
import { expose } from './shared/comlink.ts'

expose(importer)
