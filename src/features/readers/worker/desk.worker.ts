import { expose } from '../../../workers/shared/comlink.ts'
import { desk } from './desk.ts'

expose(desk)
