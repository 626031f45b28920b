import type { AssistantDefinitionInput } from '#contract/assistant.ts'
import { businessEntry, privacyEntry } from './shared-entries.ts'

export const healthcare: AssistantDefinitionInput = {
  id: 'healthcare',
  name: 'Amara',
  voiceId: 'hazel',
  firstMessage: "I'm Amara, a health AI, not a doctor. How can I help?",
  scope: 'fevers, colds, headaches, medicines, sleep, blood pressure, and knowing when to see a doctor',
  systemPrompt: `You are Amara, a calm and warm health information assistant. You talk with people by voice, so you answer in one or
two short spoken sentences, without lists, symbols or abbreviations. Use plain words and explain any medical term at once.

You give general health information. You are not a doctor or a nurse, you don't diagnose, and you never change or suggest the dose
of a prescribed medicine. Say so when somebody asks for a diagnosis, and say who can help: a pharmacist, a family doctor or urgent care.

Safety comes before everything else. Chest pain, trouble breathing, signs of a stroke, heavy bleeding, a severe allergic reaction,
poisoning, fainting or a stiff neck with fever: tell the person to call their local emergency number now, before anything else. When
somebody speaks of suicide or self harm, respond with care, ask them to call or text nine eight eight in the United States, or
Samaritans on one one six, one two three in the United Kingdom and Ireland, and to call emergency services when they are in danger.

Ask at most one question at a time. Be careful with pregnancy, babies, old age and long illness: advise a professional earlier. If you
don't know, say so. Be honest that you are an AI whenever it is asked or matters.`,
  knowledge: [
    {
      id: 'fever',
      question: 'What should I do about a fever?',
      patterns: [
        '[i have | i have got] a [high] fever',
        '(what should i do | what can i do) (about | for | with) [a] fever',
        'my (head | forehead) (is | feels) [very] hot',
        'i (feel | am) (feverish | hot and cold)',
        'my temperature is [too] high',
        'how do i (bring down | lower) a (fever | temperature)',
      ],
      answer:
        'Rest, and drink plenty. For a stiff neck, call your emergency number. Call it for confusion or trouble breathing too. Take a fever medicine as its label says. See a doctor after three days. Go sooner above thirty nine and a half Celsius, or one hundred and three Fahrenheit.',
      keywords:
        'fever, feverish, temperature, hot, shivering, chills, high temperature, sweating, thermometer, degrees, paracetamol, tylenol, ibuprofen, aspirin, feeling hot and cold',
      followUps: [
        {
          patterns: [
            '[and] what about [for] (children | a child | kids | babies | a baby)',
            'and for (children | a child | kids | babies | a baby)',
            "[and] what if (it is | it's) (my child | my baby | a baby)",
          ],
          answer:
            'A baby under three months with a fever needs a doctor right away. With older children, how they behave and drink matters more than the number. Use a dose made for their weight, and never give them aspirin.',
        },
        {
          patterns: ['[and] how long (does | will | should) it last', '[and] when (will | does) it go away'],
          answer:
            'Most fevers from a virus settle within two to three days. See a doctor if yours is still there after three days, or sooner if you are getting worse.',
        },
      ],
    },
    {
      id: 'cold-or-flu',
      question: 'How do I treat a cold or the flu?',
      patterns: [
        '[i have | i think i have | i caught] (a cold | the flu)',
        '(how do i | how can i) (treat | get over | get rid of) (a cold | the flu)',
        'what helps (with | against) (a cold | the flu | a sore throat | a runny nose)',
        "(i've got | i have) a (sore throat | runny nose | stuffy nose)",
        "i (can't stop | keep) (coughing | sneezing)",
      ],
      answer:
        'Rest, warm drinks and time do most of the work. Honey or salt water eases a sore throat, and antibiotics do not help. See a doctor if you feel worse after a week. Go sooner if you struggle to breathe, are pregnant or older, or have a weak immune system.',
      keywords:
        'cold, flu, cough, coughing, sneezing, throat, runny, congestion, influenza, runny nose, stuffy nose, blocked nose, sinus, sore throat, phlegm, achy, aching body, antibiotics, virus, covid, bug, sniffles, remedy, caught something',
      followUps: [
        {
          patterns: ['[and] how long (does | will | should) it last', '[and] when (will | does) it go away'],
          answer:
            'A cold usually takes seven to ten days, and a cough can hang on for three weeks. The flu is worst in the first four days and leaves you tired for a week or two.',
        },
      ],
    },
    {
      id: 'headache',
      question: 'What can I do about a headache?',
      patterns: [
        '[i have | i often have | i get] [a | bad] (headache | headaches | migraine | migraines)',
        'my head (hurts | is hurting | is pounding)',
        'what (can i do | helps) (about | for | against) (a headache | headaches | a migraine)',
        'how do i (get rid of | stop) (a headache | headaches | a migraine)',
      ],
      answer:
        'Drink water and rest. If it is your worst ever, call your emergency number. Call it too for confusion, weakness or a stiff neck. A pain reliever may help, taken as the label says. Use it on no more than two days a week.',
      keywords:
        'headache, migraine, head, head hurts, aching head, pounding, throbbing, temples, hangover, painkiller, aspirin, pain behind the eyes',
    },
    {
      id: 'chest-pain',
      question: 'What should I do about chest pain?',
      patterns: [
        '[i have | i have got] [a | some] (pain | tightness | pressure) in my chest',
        "[i have | i've got] chest pain",
        'my chest (hurts | feels tight)',
        "i (can't | can hardly) breathe",
        '(i have | he has | she has) trouble breathing',
        'is (this | it) a heart attack',
        '(what are the | tell me the) signs of a heart attack',
      ],
      answer:
        'Please call your local emergency number now if you have chest pain that is new, strong or spreading, or if you cannot breathe well. Sit down, stay calm, and do not drive yourself. It is always right to call, even if it turns out to be harmless.',
      keywords:
        'chest, heart, attack, breathe, breathing, breathless, chest hurts, tight chest, pressure, heart attack, left arm, stabbing, chest tightness',
    },
    {
      id: 'stroke',
      question: 'How do I recognise a stroke?',
      patterns: [
        '(what are | tell me) the (signs | symptoms) of a stroke',
        'how (do | can) (i | you) (recognize | spot) a stroke',
        '(is it | could it be | somebody had | someone had | he had | she had) a stroke',
        '[i think] (my mother | my father | my mom | my dad | my husband | my wife | he | she) is having a stroke',
        '(his | her | my) face is (drooping | numb)',
        '(his | her) speech is slurred',
      ],
      answer:
        'Look at the face, the arms and the speech: one side droops, one arm drifts down, or words come out slurred. If you see any one of these, call your local emergency number at once and note the time, because treatment works best in the first hours.',
      keywords:
        'stroke, face, drooping, slurred, numb, face drooping, one side, arm weakness, symptoms of a stroke, warning signs, brain',
    },
    {
      id: 'sleep',
      question: 'How can I sleep better?',
      patterns: [
        "i (can't | cannot | don't) (sleep | fall asleep) [well | at night]",
        '(how can i | how do i) (sleep better | fall asleep faster)',
        '(i have | what helps against) insomnia',
        'i (keep waking up | lie awake) [at night | in the night]',
        'how much sleep do (i | we | adults) need',
      ],
      answer:
        'Most adults need seven to nine hours. Get up at the same time every day. Stop coffee after lunch, and keep the last hour quiet and free of screens. Talk to your doctor if you sleep badly for a month, or snore and wake up tired.',
      keywords:
        'sleep, insomnia, awake, snoring, tired, awake at night, sleepless, exhausted, bed, bedtime, nap, waking up early, fall asleep, rest, melatonin, hours of sleep',
    },
    {
      id: 'blood-pressure',
      question: 'What is a healthy blood pressure?',
      patterns: [
        '(what is | tell me about) [a] (healthy | normal | good) blood pressure',
        '[i have] high blood pressure',
        'my blood pressure is [too] (high | low)',
        'how (do i | can i) lower my blood pressure',
      ],
      answer:
        'For most adults, below one hundred twenty over eighty is healthy. Daily exercise and not smoking bring it down, and so do less salt and less alcohol. If it stays above one forty over ninety, see your doctor. Keep taking any medicine you were given.',
      keywords:
        'blood, pressure, hypertension, bp, systolic, diastolic, reading, cuff, pressure too high, low blood pressure, pulse, salt, numbers',
      followUps: [
        {
          patterns: ['[and] when is (it | that) dangerous', "[and] what if (it is | it's) (very | extremely) high"],
          answer:
            'Above one eighty over one twenty. With chest pain, call your emergency number. Call it too for weakness, or if speaking or breathing is hard. Without those, rest for five minutes and measure again. If it stays that high, see a doctor today.',
        },
      ],
    },
    {
      id: 'healthy-eating',
      question: 'What does a healthy diet look like?',
      patterns: [
        '[what is | tell me about] [a] (healthy | balanced) (diet | eating | nutrition)',
        'what (should i eat | food is healthy)',
        'how (do | can) i (eat healthier | lose weight)',
        'i (want | need) to (lose weight | eat better)',
      ],
      answer:
        'Fill half your plate with vegetables and fruit. Add a quarter of whole grains, and a quarter of beans, fish, eggs or lean meat. Drink mostly water. Small changes that you keep beat any strict plan. Losing half a kilo a week is plenty.',
      keywords:
        'diet, eating, food, nutrition, weight, vegetables, lose weight, weight loss, fruit, protein, calories, sugar, snacks, meals, balanced, overweight, eat better, vitamins, healthy',
    },
    {
      id: 'burn',
      question: 'How do I treat a small burn?',
      patterns: [
        'i (burned | burnt) (myself | my hand | my finger | my arm | my tongue)',
        '(how do i | how should i) treat a [small | minor] burn',
        'what (helps | should i do) (for | with) a [small | minor] burn',
        'i (spilled | touched) something (boiling | burning)',
      ],
      answer:
        'Run cool water on it for twenty minutes. If it is deep, call for emergency help. Call too if it is larger than your hand, or on the face. Take off rings, and cover the burn with cling film or a clean cloth. Use no ice, butter or toothpaste.',
      keywords:
        'burn, burned, burnt, scald, boiling, scalded, hot water, steam, oven, stove, iron, blister, skin, hot pan, sunburn',
    },
    {
      id: 'medicines',
      question: 'Can I take two medicines together?',
      patterns: [
        'can i (take | mix | combine) (two | different) (medicines | drugs | pills) [together]',
        'can i take (ibuprofen | aspirin) (with | and) (acetaminophen | alcohol | other medicine)',
        '[what about | tell me about] side effects',
        'i (forgot | missed) my (pill | medicine | tablet)',
        '(is it safe | is it okay) to mix (medicines | medications)',
      ],
      answer:
        'Ask a pharmacist first. If you took too much, call poison control. A pharmacist can check all of yours within minutes, for free. Some medicines do not go together. Never take a double dose to make up for a missed one.',
      keywords:
        'medicine, medicines, medication, drug, drugs, pill, pills, tablet, dose, overdose, ibuprofen, aspirin, pharmacist, tablets, prescription, interaction, mix, combine, side effects, painkillers, antibiotics, missed a pill, alcohol, together',
    },
    {
      id: 'stomach',
      question: 'What helps an upset stomach?',
      patterns: [
        '(what helps | what is good for) (an | my) upset stomach',
        '[i have | i have got] [an] (upset stomach | diarrhea | food poisoning)',
        'my (stomach | tummy | belly) (hurts | aches)',
        "i (feel sick | feel nauseous | am throwing up | can't keep anything down)",
      ],
      answer:
        'Take small sips of water or rehydration drink, and rest. Eat plain food such as rice or toast when you feel ready. See a doctor if it lasts more than two days. Go sooner if you see blood, cannot keep water down, or the pain is severe.',
      keywords:
        'stomach, nausea, nauseous, vomiting, diarrhea, tummy, belly, vomit, throwing up, diarrhoea, sick, cramps, indigestion, bloated, heartburn, food poisoning, constipation, stomach ache, poo, toilet',
    },
    {
      id: 'see-a-doctor',
      question: 'When should I see a doctor?',
      patterns: [
        '(when should i | should i | do i need to) (see | call | visit | go to) (a | the | my) doctor',
        'do i need (a doctor | to go to the hospital)',
        'is (it | this) serious',
        'should i be worried',
      ],
      answer:
        'When something is severe or lasts. For chest pain, call your emergency number. Call it too for fainting or trouble breathing. See a doctor soon for bleeding, a new lump, or weight loss without a reason. Go as well when something simply worries you.',
      keywords:
        'doctor, serious, appointment, hospital, worried, gp, clinic, emergency room, er, symptoms, lump, bleeding, checked, check up, get it looked at, specialist, physician',
    },
    {
      id: 'crisis',
      question: 'Where can I get help when I feel hopeless?',
      patterns: [
        'i (feel | am) [so | really] (hopeless | suicidal | depressed)',
        'i (want | wanted) to (die | hurt myself | kill myself)',
        "i don't want to (live | be here) [anymore]",
        "i (can't go on | can't do this) [anymore]",
        'i (think | am thinking) about (suicide | ending my life)',
        'i (want to | am going to | might) end (my life | it all)',
      ],
      answer:
        "I'm glad you told me, and you deserve a person by your side now. In the United States call or text nine eight eight, in Britain and Ireland call Samaritans on one one six, one two three. If you are in danger, call your local emergency number.",
      keywords:
        'suicide, suicidal, kill, end, life, harm, hopeless, die, depressed, depression, despair, desperate, hotline, helpline, kill myself, end my life, give up, want to die, dark thoughts, no point',
    },
    businessEntry(
      ['clinic', 'practice'],
      'A clinic can have an assistant like me on its website. It answers from the knowledge that you give it, at any hour. You create it on our home page, and try it before you pay.',
    ),
    privacyEntry(
      'Your voice is used only to answer you, and the sound is not stored. The words of this call are kept in your own list of calls. You can read them again there.',
    ),
  ],
}
