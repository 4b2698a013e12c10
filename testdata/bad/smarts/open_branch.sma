C(=O propane
