import type { Plugin } from 'vite'
import { CATALOGUE } from '../../contract/src/catalogue.ts'
import { STARTING_PRICE } from '../../contract/src/plans.ts'
import type * as cardModule from '../../portrait/png/share-card.ts'
import type * as peopleModule from '../../portrait/src/people.ts'
import { madeFiles, type Load } from './made-files.ts'

interface Card {
  /** The name in the picture's address `/share/<name>.png`. */
  name: string
  headline: string
  line: string
  /** Catalogue ids of the assistants in the picture. */
  people: readonly string[]
}

const CARDS: readonly Card[] = [
  {
    name: 'home',
    headline: 'AI assistants to talk with',
    line: 'Sixteen faces, sixteen fields, one hall',
    people: [
      'legal',
      'customer-service',
      'friendship',
      'finance',
      'healthcare',
      'speech-therapy',
      'pediatrics',
      'education',
      'culinary',
    ],
  },
  {
    name: 'pricing',
    headline: 'Plans & Pricing',
    line: `Starting for just ${STARTING_PRICE}/month`,
    people: [
      'technology',
      'academic',
      'automotive',
      'marketing',
      'real-estate',
      'spiritual',
      'culinary',
      'therapy',
      'healthcare',
    ],
  },
  ...CATALOGUE.map(({ id, name, title }) => ({ name: id, headline: `Talk with ${name}`, line: title, people: [id] })),
]

/** The pictures of link previews: for the home page, the plans, and each assistant. */
export function sharePictures(): Plugin {
  return madeFiles(
    'voxhall:share-pictures',
    CARDS.map(({ name, headline, line, people }) => ({
      address: `/share/${name}.png`,
      make: async (load: Load) => {
        const [{ renderShareCard }, { personOf }] = await Promise.all([
          load('/portrait/png/share-card.ts') as Promise<typeof cardModule>,
          load('/portrait/src/people.ts') as Promise<typeof peopleModule>,
        ])
        return renderShareCard({ headline, line, people: people.map(personOf) })
      },
    })),
  )
}
