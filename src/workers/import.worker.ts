import { Importer } from './import/importer.ts'
import { expose } from './shared/comlink.ts'

expose(new Importer())
