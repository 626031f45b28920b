import { assistantDefinitionSchema, type AssistantDefinition } from '#contract/assistant.ts'
import { academic } from './academic.ts'
import { withAlsoAsked } from './also-asked.ts'
import { automotive } from './automotive.ts'
import { culinary } from './culinary.ts'
import { customerService } from './customer-service.ts'
import { education } from './education.ts'
import { finance } from './finance.ts'
import { friendship } from './friendship.ts'
import { healthcare } from './healthcare.ts'
import { legal } from './legal.ts'
import { marketing } from './marketing.ts'
import { pediatrics } from './pediatrics.ts'
import { realEstate } from './real-estate.ts'
import { speechTherapy } from './speech-therapy.ts'
import { spiritual } from './spiritual.ts'
import { technology } from './technology.ts'
import { therapy } from './therapy.ts'

/** Texts and knowledge of the catalogue's assistants, in the order of `CATALOGUE`. */
export const CATALOGUE_DEFINITIONS: readonly AssistantDefinition[] = [
  healthcare,
  finance,
  education,
  technology,
  legal,
  realEstate,
  marketing,
  customerService,
  therapy,
  culinary,
  spiritual,
  academic,
  pediatrics,
  automotive,
  speechTherapy,
  friendship,
].map((definition) => withAlsoAsked(assistantDefinitionSchema.parse(definition)))
