import { assistantDefinitionSchema, type AssistantDefinition } from '#contract/assistant.ts'
import { customerService } from './customer-service.ts'
import { education } from './education.ts'
import { finance } from './finance.ts'
import { healthcare } from './healthcare.ts'
import { legal } from './legal.ts'
import { marketing } from './marketing.ts'
import { realEstate } from './real-estate.ts'
import { technology } from './technology.ts'

/** What the catalogue's assistants know and say, in the order of `CATALOGUE`. */
export const CATALOGUE_DEFINITIONS: readonly AssistantDefinition[] = [
  healthcare,
  finance,
  education,
  technology,
  legal,
  realEstate,
  marketing,
  customerService,
].map((definition) => assistantDefinitionSchema.parse(definition))
