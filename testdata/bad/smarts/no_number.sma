[#] number
