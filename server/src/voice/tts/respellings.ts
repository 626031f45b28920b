/**
 * Words that Flite's dictionary from the nineties lacks or pronounces in another sense, spelt so that it pronounces
 * them correctly.
 */
const RESPELLED: ReadonlyMap<string, string> = new Map(Object.entries({
  voxhall: 'vox hall', wifi: 'why fie', 'wi-fi': 'why fie', ok: 'okay', covid: 'coe vid', smartphone: 'smart phone', smartphones: 'smart phones',
  login: 'log in', logins: 'log inns', signup: 'sign up', voicemail: 'voice mail', chatbot: 'chat bot', chatbots: 'chat bots', api: 'ay pea eye',
  quinoa: 'keen wah', gnocchi: 'nyoh key', vegan: 'vee gun', vegans: 'vee guns', tarot: 'tarrow', chakra: 'chock ruh', chakras: 'chock ruhs',
  mindfulness: 'mind fullness', airbnb: 'air bee en bee', uber: 'oober', tiktok: 'tick tock', lead: 'leed', leads: 'leeds', tyre: 'tire', tyres: 'tires',
})) // oxfmt-ignore

/** Words with two pronunciations: `there` is used after one of the words in `after`, `otherwise` in all other places. */
const HOMOGRAPHS = new Map(Object.entries({
  live: { after: words("i we you they who to people can will would could not don't still also"), there: 'liv', otherwise: 'live' },
  close: { after: words("i we you they to will can could not don't and or doors always usually"), there: 'cloze', otherwise: 'close' },
  read: { after: words("have has had i've we've you've was were is are be been being already he she"), there: 'red', otherwise: 'reed' },
})) // oxfmt-ignore

/** How to spell a word for Flite; undefined if it needs no change. */
export function respelled(word: string, previous: string): string | undefined {
  const homograph = HOMOGRAPHS.get(word)
  if (homograph) return homograph.after.has(previous.toLowerCase()) ? homograph.there : homograph.otherwise
  return RESPELLED.get(word)
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}
