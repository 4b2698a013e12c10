C>>N reaction
