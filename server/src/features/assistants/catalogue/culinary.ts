import type { AssistantDefinitionInput } from '#contract/assistant.ts'
import { businessEntry, privacyEntry } from './shared-entries.ts'

export const culinary: AssistantDefinitionInput = {
  id: 'culinary',
  name: 'Giovanni',
  voiceId: 'alder',
  firstMessage: "Welcome, I'm Giovanni, your AI cook. What are we making today?",
  systemPrompt: `You are Giovanni, a cheerful home cook whom people talk with by voice while their hands are full.
You help with everyday cooking: pasta, rice, eggs, bread, meat, vegetables, sauces, substitutions, leftovers and food safety.
Answer in one or two short sentences, one step at a time, and offer the next step instead of reading out a whole recipe.
Say amounts and times in words that are easy to hear, and give both cups and grams, or both Fahrenheit and Celsius, when it
matters. Name the sign to look for, such as golden, firm, or just tender, because kitchens differ.
Ask about allergies before you suggest a dish for guests, and say which common allergens a substitute contains.
Food safety is never a matter of taste: poultry is cooked to a hundred and sixty five degrees Fahrenheit, seventy four
Celsius, leftovers are chilled within two hours, and when in doubt the food is thrown away. No honey for babies under one year.
Don't give home canning times or advice on wild mushrooms; point to tested sources or an expert.
For a severe allergic reaction, a bad burn or choking, tell the person to call the local emergency number at once.
You are an AI. You have never tasted anything, and you say so with good humor when asked. When you don't know, say so.`,
  scope: 'pasta, rice, eggs, bread, dinner ideas, substitutions, and safe cooking',
  knowledge: [
    {
      id: 'pasta',
      question: 'How do I cook perfect pasta?',
      patterns: [
        '(how long do i | how do i | how should i) (cook | boil) (pasta | spaghetti | noodles)',
        '(i am | we are) (making | cooking) (pasta | spaghetti)',
        '(how much | do i need) salt (for | in) [the] pasta water',
        'my (pasta | spaghetti) is [always] (sticky | mushy | too soft)',
        '[tell me about] cooking (pasta | spaghetti)',
      ],
      answer:
        'Boil plenty of water, with a tablespoon of salt for every four liters. That is about a gallon. Taste two minutes before the time on the packet. Finish the pasta in the sauce with a splash of its water, and never rinse it.',
      keywords:
        'pasta, spaghetti, noodles, penne, lasagna, al, dente, macaroni, al dente, boil, salt, stick together, rinse, grams, italian, linguine',
      followUps: [
        {
          patterns: ['how much per person', 'how much do i need', 'for how many people'],
          answer:
            'Count about a hundred grams of dry pasta for a hungry person, which is three and a half ounces. For a small first course, seventy grams are plenty. With a rich sauce, people eat less than they think.',
        },
      ],
    },
    {
      id: 'rice',
      question: 'How do I make fluffy rice?',
      patterns: [
        '(how long do i | how do i | how should i) (cook | boil | steam) [white | brown] rice',
        'how much water (for | with) [the] rice',
        'my rice is [always] (sticky | burnt | mushy | hard)',
        '(i am | we are) (making | cooking) rice',
        'should i (wash | rinse) [the] rice',
      ],
      answer:
        'Rinse one cup of white rice until the water is clear, and add one and a half cups of water. Bring it to a boil, cover, and cook on the lowest heat for twelve minutes. Then let it rest, lid on, for ten more.',
      keywords:
        'rice, basmati, jasmine, risotto, mushy, sticky, ratio, water, rinse, fluffy, grains, brown rice, wash, stove, cups',
      followUps: [
        {
          patterns: ['what about brown [rice]', 'and brown rice', 'is brown rice different'],
          answer:
            'Brown rice needs more of both. Take two cups of water for one cup of rice. Cook it gently, covered, for forty minutes. Then let it rest for ten minutes, and loosen it with a fork.',
        },
      ],
    },
    {
      id: 'boiled-eggs',
      question: 'How long should I boil an egg?',
      patterns: [
        '(how do i | how long do i | how to) (boil | cook) [an | the | my] (egg | eggs)',
        '(i want | i like | how do i make) [a] (soft | hard) boiled (egg | eggs)',
        'how many minutes for [a | an] [soft | hard] [boiled] egg',
        '(how do i | how can i) (peel | poach | scramble) [an | the] (egg | eggs)',
      ],
      answer:
        'Lower the egg from the fridge into gently boiling water. Six and a half minutes give a runny yolk, eight a soft one, and eleven a firm one. Then put it into cold water at once, which stops the cooking and helps with the peeling.',
      keywords:
        'egg, eggs, boil, boiled, yolk, poached, scrambled, omelet, soft boiled, hard boiled, runny, minutes, peel, breakfast',
    },
    {
      id: 'bread',
      question: 'How do I bake simple bread?',
      patterns: [
        '(how do i | how can i | i want to) (bake | make) [my own | homemade] bread',
        "my (bread | dough) (is not rising | didn't rise | did not rise)",
        'why is my bread (so | too) (dense | heavy | flat)',
        '(do you have | give me) a [simple] bread recipe',
        '(how long | how) (do | should) i knead [the] dough',
      ],
      answer:
        'Mix five hundred grams of bread flour with three hundred and fifty of water. Add two teaspoons of salt and one of dry yeast. Knead it, let it double, shape it, and let it rise again. Bake it very hot for thirty five minutes, until it sounds hollow.',
      keywords:
        'bread, dough, yeast, bake, baking, flour, loaf, pizza, rise, rising, knead, sourdough, oven, crust, rolls',
    },
    {
      id: 'chicken-safety',
      question: 'How do I know when chicken is cooked?',
      patterns: [
        'is (my | the | this) chicken (done | cooked | safe | ready)',
        '(how long do i | how do i) (cook | roast | fry | grill) [a | the] chicken [breast]',
        '(the | my) chicken is [still | a little] pink',
        'what temperature (for | should) [the] chicken [be]',
        'should i wash [raw | the] chicken',
      ],
      answer:
        'Use a thermometer in the thickest part, away from the bone. Chicken is safe at a hundred and sixty five degrees Fahrenheit, which is seventy four Celsius. Color alone can fool you, and raw chicken should not be washed, because that spreads germs.',
      keywords:
        'chicken, poultry, turkey, thermometer, temperature, pink, raw, salmonella, undercooked, done, juices, wash, cooked through',
    },
    {
      id: 'leftovers',
      question: 'How long can I keep leftovers?',
      patterns: [
        '(how long do | do | are) leftovers (last | keep | still good)',
        '(can i | is it safe to) (eat | keep | warm up) [old | these] leftovers',
        'how long does (cooked food | food) (keep | last) in the (fridge | refrigerator)',
        '(is this | is my) food still (good | safe)',
        'food safety',
      ],
      answer:
        'Put them in the fridge within two hours. Eat them within three to four days, and cooked rice within one. Heat them up only once, until steaming. When in doubt, throw them away.',
      keywords:
        'leftovers, leftover, fridge, refrigerator, safe, spoiled, expired, reheat, store, freeze, freezer, keep, last, days, old, yesterday, still good, storage, expire, refrigerate, safe to eat, warm up, cooked meat',
      followUps: [
        {
          patterns: ['can i freeze (them | it)', 'and in the freezer', 'what about freezing'],
          answer:
            'Most leftovers freeze well for two to three months. Cool them, and pack them flat in small portions with the date. Thaw them overnight in the fridge. Salads, boiled eggs and cream sauces are better eaten fresh.',
        },
      ],
    },
    {
      id: 'egg-substitute',
      question: 'What can I use instead of eggs?',
      patterns: [
        '(i have no | i am out of | i ran out of) eggs',
        '(what is | is there | i need) (substitute | replacement | egg substitute) [for eggs]',
        '(how do i | how can i | can i) (replace | bake without) eggs',
        'what can i use without eggs',
      ],
      answer:
        'For one egg in a cake, take a quarter cup of apple sauce or mashed banana. In cookies, use a tablespoon of ground flax seeds stirred with three of water. These keep things moist, but only real egg white makes a stiff foam.',
      keywords:
        'substitute, replacement, replace, vegan, flax, banana, without, cake, cookies, without eggs, no eggs, replace eggs, allergic, allergy, apple sauce, out of eggs, aquafaba, eggless, pancakes without eggs, no eggs at home',
    },
    {
      id: 'butter-substitute',
      question: 'What can I use instead of butter?',
      patterns: [
        '(i have no | i am out of | i ran out of) butter',
        '(what is | is there | i need) a (substitute | replacement) for butter',
        '(how do i | how can i | can i) (replace butter | bake without butter)',
        'can i use (oil | margarine) (instead of | for) butter',
        '[is there] a butter substitute',
      ],
      answer:
        'In cakes, use three quarters of the amount in a mild oil. For frying, olive oil or sunflower oil does well. For cookies or pastry, take a firm plant spread, because solid fat makes them crisp. Check the packet for allergens.',
      keywords:
        'butter, margarine, oil, dairy, lactose, fat, without butter, no butter, dairy free, vegan, replace butter, replacement, frying, spread, lard',
    },
    {
      id: 'tomato-sauce',
      question: 'How do I make a tomato sauce?',
      patterns: [
        '(i want to | can you help me) make [a | some] tomato sauce',
        '(do you have | give me | what is) a [good | simple] [tomato] sauce recipe',
        'what goes (in | into) [a] tomato sauce',
        'my [tomato] sauce is too (sour | thin | watery)',
        '(what sauce goes with | i need a sauce for) [my] (pasta | spaghetti)',
      ],
      answer:
        'Warm two crushed cloves of garlic in olive oil until they smell sweet. Add a can of good tomatoes and a pinch of salt. Simmer it for twenty minutes, and tear in some basil. If it tastes sour, a small piece of butter softens it.',
      keywords:
        'tomato, sauce, marinara, garlic, basil, sour, tomatoes, canned tomatoes, tin, pizza sauce, pasta sauce, bolognese, homemade, ketchup',
    },
    {
      id: 'too-salty',
      question: 'How do I fix a dish that is too salty?',
      patterns: [
        '(my | the) (soup | sauce | food | stew | dish) is [way | much] too salty',
        '(i put | i added | there is) too much salt [in it | in the soup]',
        'how (do i | can i) (fix | save | rescue) (a | my) salty (soup | dish | stew)',
        '(it is | this is) too (spicy | salty)',
      ],
      answer:
        "Make more of it without salt. Add water, tomatoes, beans or cream, whatever suits the dish, and let it simmer. A squeeze of lemon also makes it taste less sharp. A potato in the pot does very little, I'm afraid.",
      keywords: 'salt, salty, spicy, hot, fix, rescue, salted, too much salt, oversalted, soup, stew, save, curry, sea',
    },
    {
      id: 'roast-vegetables',
      question: 'How do I roast vegetables?',
      patterns: [
        '(how long do i | how do i | how should i) (cook | bake | steam) [the | my] (vegetables | potatoes | carrots | broccoli)',
        'how do i roast (potatoes | carrots | broccoli)',
        '[how do i make | i want] crispy (vegetables | potatoes)',
        'my (vegetables | potatoes) are [always] (soggy | soft | not crispy)',
      ],
      answer:
        'Cut them to one size, dry them well, and toss them with oil and salt. Spread them on a hot tray with space between. Roast them at four hundred and twenty five Fahrenheit. That is two hundred and twenty Celsius. They are done when the edges are brown.',
      keywords:
        'vegetables, vegetable, potatoes, carrots, broccoli, roast, roasted, crispy, oven, roasting, cauliflower, peppers, veggies, veg, soggy, tray, temperature, baked vegetables, courgette',
    },
    {
      id: 'dinner-idea',
      question: 'What can I cook for dinner tonight?',
      patterns: [
        'what should (i | we) (eat | cook | make) [for] (tonight | dinner | lunch | today)',
        '(give me | do you have | i need) [an | a quick | an easy] (idea | dinner idea | meal idea) [for dinner]',
        "(i don't know | i have no idea) what to (cook | eat | make)",
        '(what is | tell me) a (quick | easy | simple) (meal | dinner | lunch)',
        "(i'm | i am | we are) [so | really] hungry",
      ],
      answer:
        'How about a frittata, made in one pan in twenty minutes? Fry an onion with any vegetables you have. Pour over six beaten eggs and a handful of cheese, and cook it gently until it sets. Serve it with bread and a salad.',
      keywords:
        'dinner, lunch, tonight, idea, ideas, meal, recipe, hungry, quick, easy, supper, eat, recipes, cook, evening, vegetarian, no idea, suggestion, inspiration, what to make',
      followUps: [
        {
          patterns: ['(give me | do you have) another (one | idea)', 'something else [please]', 'what else'],
          answer:
            'Then try chickpeas with spinach. Warm garlic and a little cumin in olive oil. Add a can of chickpeas and a bag of spinach, and stir until it wilts. With a spoon of yogurt on top and some bread, it is a dinner.',
        },
      ],
    },
    businessEntry(
      ['restaurant', 'shop', 'cafe'],
      'A restaurant, a shop or a cooking school can have an assistant like me on its website. You create it on our home page. Choose a name, a face and a voice, and teach it your menu.',
    ),
    privacyEntry(
      'Your voice is used only to answer you, and the sound is not stored. The words of our call are kept in your own list of calls. You can read a recipe there again.',
    ),
  ],
}
