import { amara } from './people/amara.ts'
import { clara } from './people/clara.ts'
import { dale } from './people/dale.ts'
import { eleanor } from './people/eleanor.ts'
import { giovanni } from './people/giovanni.ts'
import { hannah } from './people/hannah.ts'
import { ingrid } from './people/ingrid.ts'
import { kenji } from './people/kenji.ts'
import { marcus } from './people/marcus.ts'
import { omar } from './people/omar.ts'
import { rosa } from './people/rosa.ts'
import { sofia } from './people/sofia.ts'
import { tenzin } from './people/tenzin.ts'
import { theo } from './people/theo.ts'
import { yasmin } from './people/yasmin.ts'
import { zoe } from './people/zoe.ts'
import type { Person } from './person.ts'

/** The people of the catalogue, in its order. */
export const PEOPLE: readonly Person[] = [
  amara,
  marcus,
  clara,
  kenji,
  eleanor,
  sofia,
  zoe,
  omar,
  hannah,
  giovanni,
  tenzin,
  ingrid,
  rosa,
  dale,
  yasmin,
  theo,
]

const BY_ID = new Map(PEOPLE.map((person) => [person.id, person]))

/** The person whose portrait belongs to an assistant of the catalogue. */
export function findPerson(assistantId: string): Person | undefined {
  return BY_ID.get(assistantId)
}

/**
 * The person whose portrait belongs to an assistant that must have one.
 * @throws {Error} for an id without a portrait
 */
export function personOf(assistantId: string): Person {
  const person = findPerson(assistantId)
  if (person === undefined) throw new Error(`there is no portrait for "${assistantId}"`)
  return person
}
